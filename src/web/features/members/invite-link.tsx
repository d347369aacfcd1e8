import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface InviteLinkProps {
  missionId: string;
  className: string;
  children: ReactNode;
  onClick?: () => void;
}

export const InviteLink = ({ missionId, ...rest }: InviteLinkProps) => (
  <Link
    to="/mission/$missionId"
    params={{ missionId }}
    search={(now) => ({ ...now, invite: true })}
    replace
    resetScroll={false}
    {...rest}
  />
);
