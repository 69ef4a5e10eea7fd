import { Logo } from './logo.tsx'
import classes from './splash.module.css'
import { t } from '#platform/texts.ts'

/** Shown while it is undecided what to show, if that takes a while. */
export function Splash() {
  return (
    <output className={classes['splash']} aria-label={t('ui.loading')}>
      <Logo size="var(--fw-touch-target)" />
    </output>
  )
}
