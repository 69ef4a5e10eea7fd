import { PRESSURE_QUANTITIES, PRESSURE_SOURCE } from '@fieldwatch/contract/sensors/pressure-sensors'
import { BUS_ACTION_CLASS, BUS_SOURCE } from '@fieldwatch/contract/sensors/sensor-buses'
import { FIELD_UNIT_PATHS } from '@fieldwatch/contract/templates/field-units'
import { type RawBuilder, sql } from 'kysely'

/** What names a field, as expressions of a query. */
interface FieldParts {
  readonly dataId: RawBuilder<unknown>
  readonly source: RawBuilder<unknown>
  readonly field: RawBuilder<unknown>
}

/**
 * The unit of measure of a field in a query, by the first that has one: the template of the unit, the calculated source, the
 * configuration of the channel, the pressure sensors, a message mapping of an
 * entity of the unit or above, the nearest first. Null where none has.
 */
export function fieldUnit(parts: FieldParts): RawBuilder<string | null> {
  const { dataId, source, field } = parts
  return sql<string | null>`case when ${field} is not null then coalesce(
    ${ofTemplate(parts)},
    (
      select nullif(calculation.unit, '') from calculation
      where calculation.data_id = ${dataId} and calculation.name = ${source} and ${field} = 'value'
    ),
    case when ${source} = ${BUS_SOURCE} then ${ofChannel(parts)} end,
    case when ${source} = ${PRESSURE_SOURCE} then ${ofSensor(field)} end,
    ${ofMapping(parts)}
  ) end`
}

function ofTemplate({ dataId, source, field }: FieldParts): RawBuilder<unknown> {
  const given = sql`jsonb_build_object('source', ${source}::text, 'field', ${field}::text)`
  const found = FIELD_UNIT_PATHS.map(
    (path) => sql`jsonb_path_query_first(template.definition, ${sql.lit(path)}, ${given}) #>> '{}'`,
  )
  return sql`(
    select coalesce(${sql.join(found)}) from unit shown
    join template on template.id = coalesce(shown.custom_template, shown.default_template)
    where shown.data_id = ${dataId}
  )`
}

function ofMapping({ dataId, source, field }: FieldParts): RawBuilder<unknown> {
  return sql`(
    with recursive above (entity_id, distance) as (
      select owner.entity_id, 0 from unit_entity owner where owner.data_id = ${dataId}
      union
      select entity.parent_id, above.distance + 1 from above join entity on entity.id = above.entity_id
      where entity.parent_id is not null
    )
    select value ->> 'unit' from above
    join message_mapping made on made.entity_id = above.entity_id,
    jsonb_array_elements(made.mapping -> 'values') value
    where value ->> 'source' = ${source} and value ->> 'field' = ${field} and value ->> 'unit' <> ''
    order by above.distance, made.created_at, made.id limit 1
  )`
}

/** Fields are called as `channelFields` names them: `can0_channel_3`, those of `can0` without its name too. */
function ofChannel({ dataId, field }: FieldParts): RawBuilder<unknown> {
  return sql`(
    select nullif(bus #>> array['channels', substring(${field} from 'channel_([0-9]+)$'), 'scale', 'unit'], '')
    from (
      select configuration::jsonb as configuration from unit_configuration reported
      where reported.data_id = ${dataId} and reported.action_class = ${BUS_ACTION_CLASS}
      order by reported.at desc, reported.version desc limit 1
    ) newest, jsonb_array_elements(newest.configuration -> 'buses') bus
    where bus ->> 'bus_id' = coalesce(substring(${field} from '^(.+)_channel_[0-9]+$'), 'can0')
      and ${field} ~ '(^|_)channel_[0-9]+$' limit 1
  )`
}

/** Fields are called as `sensorField` names them: the serial number, and what is measured. */
function ofSensor(field: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = PRESSURE_QUANTITIES.map(({ name, unit }) => sql`when ${`_${name}`} then ${unit}`)
  return sql`case substring(${field} from '_[a-z]+$') ${sql.join(cases, sql` `)} end`
}
