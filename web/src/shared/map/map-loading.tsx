import { Loader } from '@mantine/core'
import classes from './map-loading.module.css'

/** Fills the place of a map until it is drawn. */
export function MapLoading() {
  return (
    <output className={classes['loading']}>
      <Loader size="sm" aria-hidden="true" /> Loading the map…
    </output>
  )
}
