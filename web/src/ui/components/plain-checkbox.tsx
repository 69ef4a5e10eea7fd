import type { ComponentProps } from 'react'
import classes from './plain-checkbox.module.css'

/** Looks like a checkbox of Mantine, as one element: for lists that have hundreds of them. */
export function PlainCheckbox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={classes['box']} />
}
