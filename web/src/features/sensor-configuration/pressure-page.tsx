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

/** The wireless pressure sensors that a gateway hears (specification, document 2, section 2.4). */
export function PressurePage() {
  const { unit } = useUnit()
  return (
    <UnitConfiguration unit={unit} kind={PRESSURE_CONFIGURATION} title="TDWLB">
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
        label="Pressure sensors"
        columns={columns}
        rows={rows}
        rowId={({ sensor }) => sensor.serial_number}
        rowLabel={({ sensor }) => sensor.serial_number}
        emptyText="No sensors. A sensor is listed once the gateway has heard it."
      />
      {readOnly === undefined && list.length > 0 ? (
        <Text size="xs" c="dimmed">
          Press a serial number to configure its sensor.
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
      heading: 'serial number',
      value: ({ sensor }) => sensor.serial_number,
      cell: ({ sensor: { serial_number: serialNumber } }) =>
        onConfigure === undefined ? (
          serialNumber
        ) : (
          <Anchor
            component="button"
            type="button"
            aria-label={`Configure ${serialNumber}`}
            onClick={() => onConfigure(serialNumber)}
          >
            {serialNumber}
          </Anchor>
        ),
    },
    { id: 'pressure', value: ({ texts }) => texts.pressure },
    { id: 'reported', heading: 'last reading', value: ({ age }) => age },
    { id: 'temperature', value: ({ texts }) => texts.temperature },
    { id: 'battery', value: ({ texts }) => texts.battery },
    { id: 'signal', value: ({ texts }) => texts.rssi },
    { id: 'offset', value: ({ sensor }) => sensor.offset, align: 'end' },
    {
      id: 'update',
      heading: 'update frequency',
      unit: 's',
      value: ({ sensor }) => sensor.update_frequency,
      align: 'end',
    },
    {
      id: 'interval',
      heading: 'report interval',
      unit: 's',
      value: ({ sensor }) => sensor.report_interval,
      align: 'end',
    },
  ]
}
