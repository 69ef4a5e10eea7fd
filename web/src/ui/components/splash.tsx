import { Logo } from './logo.tsx'
import classes from './splash.module.css'

/** Shown while it is undecided what to show, if that takes a while. */
export function Splash() {
  return (
    <output className={classes['splash']} aria-label="Loading">
      <Logo size="var(--fw-touch-target)" />
    </output>
  )
}
