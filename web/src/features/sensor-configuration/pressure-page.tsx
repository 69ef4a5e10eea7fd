import type { PressureConfiguration, PressureSensor } from '@fieldwatch/contract/sensors/pressure-sensors'
import { Anchor, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { useSources } from '#shared/latest/latest-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { useNow } from '#ui/components/use-now.ts'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { PRESSURE_CONFIGURATION } from './pressure-configuration.ts'
import { SensorDialog } from './sensor-dialog.tsx'
import { type SensorReading, sensorNeeds, sensorReading } from './sensor-readings.ts'
import { type ConfigurationProps, UnitConfiguration } from './unit-configuration.tsx'
import { t } from './texts.ts'

/** The wireless pressure sensors that a gateway hears (specification, document 2, section 2.4). */
export function PressurePage() {
  const { unit } = useUnit()
  return (
    <UnitConfiguration unit={unit} kind={PRESSURE_CONFIGURATION} title={t('sensor-configuration.pressure.title')}>
      {(props) => <Sensors {...props} />}
    </UnitConfiguration>
  )
}

/** How often values are called older than they were. */
const AGEING_MS = 10_000

interface Row extends SensorReading {
  readonly sensor: PressureSensor
  readonly age: string | undefined
}

function Sensors({ known, ...props }: ConfigurationProps<PressureConfiguration>) {
  const { unit, readOnly } = props
  const list = known.configuration.serial_number_list
  const now = useNow(AGEING_MS)
  const read = useSources(
    unit.dataID,
    useMemo(() => sensorNeeds(list.map((sensor) => sensor.serial_number)), [list]),
  )
  const [open, setOpen] = useState<{ serialNumber: string; known: typeof known }>()
  const rows = useMemo(
    () =>
      list.map((sensor): Row => {
        const reading = sensorReading(read, sensor.serial_number)
        return { ...reading, sensor, age: reading.at === undefined ? undefined : formatAgo(reading.at, now) }
      }),
    [list, read, now],
  )
  const columns = useMemo(
    () => columnsFor(readOnly === undefined ? (serialNumber) => setOpen({ serialNumber, known }) : undefined),
    [readOnly, known],
  )
  const reading = rows.find(({ sensor }) => sensor.serial_number === open?.serialNumber)?.texts.pressure
  return (
    <>
      <DataTable
        label={t('sensor-configuration.pressure.table')}
        columns={columns}
        rows={rows}
        rowId={({ sensor }) => sensor.serial_number}
        rowLabel={({ sensor }) => sensor.serial_number}
        emptyText={t('sensor-configuration.pressure.none')}
      />
      {readOnly === undefined && list.length > 0 ? (
        <Text size="xs" c="dimmed">
          {t('sensor-configuration.pressure.help')}
        </Text>
      ) : undefined}
      {open === undefined ? undefined : (
        <SensorDialog
          {...props}
          known={open.known}
          serialNumber={open.serialNumber}
          reading={reading}
          onSaved={(newer, text) => {
            props.onSaved(newer, text)
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

function columnsFor(onConfigure: ((serialNumber: string) => void) | undefined): readonly Column<Row>[] {
  return [
    {
      id: 'serial',
      title: t('sensor-configuration.column.serial'),
      value: ({ sensor }) => sensor.serial_number,
      cell: ({ sensor: { serial_number: serialNumber } }) =>
        onConfigure === undefined ? (
          serialNumber
        ) : (
          <Anchor
            component="button"
            type="button"
            aria-label={t('sensor-configuration.pressure.configure', { serialNumber })}
            onClick={() => onConfigure(serialNumber)}
          >
            {serialNumber}
          </Anchor>
        ),
    },
    { id: 'pressure', title: t('sensor-configuration.column.pressure'), value: ({ texts }) => texts.pressure },
    { id: 'reported', title: t('sensor-configuration.column.reported'), value: ({ age }) => age },
    { id: 'temperature', title: t('sensor-configuration.column.temperature'), value: ({ texts }) => texts.temperature },
    { id: 'battery', title: t('sensor-configuration.column.battery'), value: ({ texts }) => texts.battery },
    { id: 'signal', title: t('sensor-configuration.column.signal'), value: ({ texts }) => texts.rssi },
    {
      id: 'offset',
      title: t('sensor-configuration.column.offset'),
      value: ({ sensor }) => sensor.offset,
      align: 'end',
    },
    {
      id: 'update',
      title: t('sensor-configuration.column.update'),
      unit: 's',
      value: ({ sensor }) => sensor.update_frequency,
      align: 'end',
    },
    {
      id: 'interval',
      title: t('sensor-configuration.column.interval'),
      unit: 's',
      value: ({ sensor }) => sensor.report_interval,
      align: 'end',
    },
  ]
}
