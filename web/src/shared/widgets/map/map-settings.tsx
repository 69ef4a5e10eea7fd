import type { SourceName } from '@fieldwatch/contract/api/ids'
import { Fieldset, Stack } from '@mantine/core'
import { inputOf, type PartFields } from '#shared/widgets/settings/form-field.ts'
import { fieldChoices, positionChoices } from '#shared/units/source-choices.ts'
import { PickOne } from '#shared/widgets/settings/source-fields.tsx'
import { text, CARD_VALUES } from '#shared/widgets/settings/value-form.ts'
import type { WidgetSettings } from '#shared/widgets/settings/widget-form.ts'
import classes from '#shared/widgets/settings/widget-settings.module.css'
import { t } from '../texts.ts'

interface MapPart {
  source: string
  latitudeField: string
  longitudeField: string
  altitudeField: string
}

export const mapSettings: WidgetSettings<MapPart> = {
  values: { ...CARD_VALUES, most: 'none', numeric: true },
  // Where units report their position.
  emptyPart: { source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: '' },
  Fields: MapFields,

  read: ({ kind, widget }) => {
    if (kind !== 'maps') throw new Error(`${kind} are no maps`)
    const { source, latitudeField, longitudeField, altitudeField = '' } = widget
    return { values: [], part: { source, latitudeField, longitudeField, altitudeField } }
  },

  write: ({ title, part: { source, latitudeField, longitudeField, altitudeField } }) => {
    // A source is chosen from those of the unit.
    const place = { source: source as SourceName, latitudeField, longitudeField }
    return { kind: 'maps', widget: { title, ...place, ...text('altitudeField', altitudeField) } }
  },

  problems: ({ source, latitudeField, longitudeField }) => ({
    source: source === '' ? t('widgets.problem.source') : undefined,
    latitudeField: latitudeField === '' ? t('widgets.problem.field') : undefined,
    longitudeField: longitudeField === '' ? t('widgets.problem.field') : undefined,
  }),
}

/** Where the position of a map comes from. */
function MapFields({ fields, part: map, path }: PartFields<MapPart>) {
  const choices = (chosen: string) => fieldChoices(fields.sources, map.source, { numeric: true, chosen })
  return (
    <Fieldset legend={t('widgets.map.settings')}>
      <Stack gap="sm">
        <PickOne
          label={t('widgets.value.source')}
          choices={positionChoices(fields.sources, map.source)}
          {...inputOf(fields, `${path}.source`)}
        />
        <div className={classes['pair']}>
          <PickOne
            label={t('widgets.map.latitude')}
            choices={choices(map.latitudeField)}
            {...inputOf(fields, `${path}.latitudeField`)}
          />
          <PickOne
            label={t('widgets.map.longitude')}
            choices={choices(map.longitudeField)}
            {...inputOf(fields, `${path}.longitudeField`)}
          />
          <PickOne
            label={t('widgets.map.altitude.field')}
            none={t('widgets.map.altitude.none')}
            required={false}
            choices={choices(map.altitudeField)}
            {...inputOf(fields, `${path}.altitudeField`)}
          />
        </div>
      </Stack>
    </Fieldset>
  )
}
