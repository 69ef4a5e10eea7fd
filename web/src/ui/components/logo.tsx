interface LogoProps {
  /** Edge length, as a CSS length. */
  size?: string
}

/** The mark of the product: a unit in the field, and what it sends. */
export function Logo({ size = 'var(--mantine-spacing-xl)' }: LogoProps) {
  return (
    <svg viewBox="0 0 32 32" style={{ width: size, height: size, flex: 'none' }} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--fw-logo-ground)" />
      <circle cx="16" cy="20" r="3" fill="var(--mantine-color-accent-6)" />
      <g fill="none" strokeWidth="2.5" strokeLinecap="round">
        <path d="M10.5 17.5a6.5 6.5 0 0 1 11 0" stroke="var(--mantine-color-accent-6)" />
        <path d="M6.2 13.6a12 12 0 0 1 19.6 0" stroke="var(--mantine-color-white)" />
      </g>
    </svg>
  )
}
