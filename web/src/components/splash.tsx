import { Logo } from './logo.tsx'
import classes from './splash.module.css'

/** What stands on the page until it is decided what to show; it appears only when that takes a while. */
export function Splash() {
  return (
    <div className={classes['splash']} role="status" aria-label="Loading">
      <Logo size="var(--fw-touch-target)" />
    </div>
  )
}
