import type { Portal } from '@fieldwatch/e2e/support/portal'

/** Labels that the units have between them. */
const LABELS = 20

/** Units of an entity as large fleets have them: most have sent records, have a position, and have some labels. */
export async function seedFleet(portal: Pick<Portal, 'sql'>, entity: string, units: number): Promise<void> {
  await portal.sql(
    `insert into unit (data_id, friendly_name, active, last_activity_at, current_lat, current_lon, token_hash)
     select 'fleet-' || n, 'Pump ' || n, n % 10 <> 0, case when n % 5 <> 0 then now() - n * interval '1 minute' end,
       30 + (n % 100) * 0.15, -120 + (n / 100) * 0.4, '' from generate_series(1, $1::int) n`,
    [units],
  )
  await portal.sql(
    `insert into unit_entity (data_id, entity_id) select data_id, $1 from unit where data_id like 'fleet-%'`,
    [entity],
  )
  await portal.sql(
    `insert into label (id, entity_id, name, colour, created_at)
     select 'label-' || n, $1, 'Label ' || n, (array['red', 'green', 'blue', 'grey'])[1 + n % 4], now()
     from generate_series(1, $2::int) n`,
    [entity, LABELS],
  )
  await portal.sql(
    `insert into unit_label (data_id, label_id)
     select 'fleet-' || n, 'label-' || 1 + (n * step) % $2::int
     from generate_series(1, $1::int) n cross join generate_series(1, 3) step on conflict do nothing`,
    [units, LABELS],
  )
  await portal.sql('analyze')
}
