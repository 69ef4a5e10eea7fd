import { Loader } from '@mantine/core'
import classes from './map-loading.module.css'
import { t } from './texts.ts'

/** Fills the place of a map until it is drawn. */
export function MapLoading() {
  return (
    <output className={classes['loading']}>
      <Loader size="sm" aria-hidden="true" /> {t('map.loading')}
    </output>
  )
}
