import { Avatar } from '@mantine/core'
import { IconBuilding } from '#ui/icons/icons.ts'
import classes from './entity-logo.module.css'

interface EntityLogoProps {
  /** The address of the picture, or an empty text. */
  url: string
  /** What it is, for those who do not see it. */
  label: string
  size?: string
}

/** The logo or icon of an entity: whole, whatever its shape. */
export function EntityLogo({ url, label, size = 'var(--fw-control)' }: EntityLogoProps) {
  if (url === '') {
    return (
      <Avatar alt={label} radius="md" size={size}>
        <IconBuilding stroke={1.5} aria-hidden="true" />
      </Avatar>
    )
  }
  return (
    <img src={url} alt={label} className={classes['logo']} style={{ height: size, maxWidth: `calc(3 * ${size})` }} />
  )
}
