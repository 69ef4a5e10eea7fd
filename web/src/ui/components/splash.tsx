import { Logo } from './logo.tsx'
import classes from './splash.module.css'

/** What stands on the page until it is decided what to show; it appears only when that takes a while. */
export function Splash() {
  return (
    <output className={classes['splash']} aria-label="Loading">
      <Logo size="var(--fw-touch-target)" />
    </output>
  )
}
