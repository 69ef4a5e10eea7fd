import { Fieldset, Stack } from '@mantine/core'
import { inputOf, type WidgetFields } from './form-field.ts'
import { fieldChoices, positionChoices } from '#shared/units/source-choices.ts'
import { PickOne } from './source-fields.tsx'
import classes from './widget-settings.module.css'

/** Where the position of a map comes from. */
export function MapFields({ fields }: { fields: WidgetFields }) {
  const { map } = fields.form.values
  const choices = (chosen: string) => fieldChoices(fields.sources, map.source, { numeric: true, chosen })
  return (
    <Fieldset legend="Position">
      <Stack gap="sm">
        <PickOne
          label="Source"
          choices={positionChoices(fields.sources, map.source)}
          {...inputOf(fields, 'map.source')}
        />
        <div className={classes['pair']}>
          <PickOne label="Latitude" choices={choices(map.latitudeField)} {...inputOf(fields, 'map.latitudeField')} />
          <PickOne label="Longitude" choices={choices(map.longitudeField)} {...inputOf(fields, 'map.longitudeField')} />
          <PickOne
            label="Altitude"
            none="None"
            required={false}
            choices={choices(map.altitudeField)}
            {...inputOf(fields, 'map.altitudeField')}
          />
        </div>
      </Stack>
    </Fieldset>
  )
}
