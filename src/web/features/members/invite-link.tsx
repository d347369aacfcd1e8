import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ButtonLook, button } from '#web/kit/button.tsx';

interface InviteLinkProps extends ButtonLook {
  missionId: string;
  children: ReactNode;
  onClick?: () => void;
}

/** Leads to the sheet that invites, which lies over the page of the mission. */
export const InviteLink = ({ missionId, children, onClick, ...look }: InviteLinkProps) => (
  <Link
    to="/mission/$missionId"
    params={{ missionId }}
    search={(now) => ({ ...now, invite: true })}
    replace
    resetScroll={false}
    onClick={onClick}
    className={button(look)}
  >
    {children}
  </Link>
);
