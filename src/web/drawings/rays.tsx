import { RAYS } from '#domain/patch.ts';

export const Rays = ({ className }: { className: string }) => (
  <svg viewBox="-200 -200 400 400" aria-hidden="true" className={className}>
    {RAYS.map(([Tag, attributes]) => (
      <Tag key={attributes.transform} {...attributes} />
    ))}
  </svg>
);
