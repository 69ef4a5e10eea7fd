import { IconAppWindow } from '#ui/icons/icons.ts'
import classes from './app-icon.module.css'

interface AppIconProps {
  /** The address of a picture, or an empty text. */
  icon: string
}

/** The picture of an app, or a general sign. */
export function AppIcon({ icon }: AppIconProps) {
  if (icon === '') return <IconAppWindow stroke={1.5} aria-hidden="true" className={classes['icon']} />
  return <img src={icon} alt="" className={classes['icon']} />
}
