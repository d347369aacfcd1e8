export const STAR_PATH =
  'M24 3.5c1.9 0 3.2 1.1 4 2.8l4.2 8.9 9.6 1.4c3.8.6 5 4.8 2.4 7.4l-7 7 1.7 9.8c.6 3.7-3.2 6.3-6.4 4.6L24 40.8l-8.5 4.6c-3.2 1.7-7-.9-6.4-4.6l1.7-9.8-7-7c-2.6-2.6-1.4-6.8 2.4-7.4l9.6-1.4L20 6.3c.8-1.7 2.1-2.8 4-2.8Z';

/** A star with a seam, the sign of points. */
export function Star({ className, fill = 'var(--star)' }: { className?: string; fill?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path d={STAR_PATH} fill={fill} />
      <path
        d="M24 11.5 27.5 19l8 1.2-5.8 5.8 1.4 8.2-7.1-3.9-7.1 3.9 1.4-8.2-5.8-5.8 8-1.2Z"
        fill="none"
        stroke="#2C1838"
        strokeOpacity=".3"
        strokeWidth="1.6"
        strokeDasharray="3 2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
