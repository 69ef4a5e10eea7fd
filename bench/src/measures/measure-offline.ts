import { MAX_SERIES_WIDTH } from '@fieldwatch/contract/telemetry/data'
import { formatCount } from '@fieldwatch/contract/text/number-text'
import { type BenchContext, VALUE_TABLE } from '../bench-context.ts'
import { readArrow } from '../checks/arrow-table.ts'
import { checkRaw } from '../checks/check-raw.ts'
import type { Result } from '../report/result.ts'
import type { Sensor } from '../sensor-records.ts'
import { ALL_FIELDS, type SensorSource } from '../stretches.ts'
import { BODIES_IN_FLIGHT, BODY_RECORDS, sendHistory } from './send-history.ts'
import { createSeriesReader, wholeOf } from './series-reader.ts'

const READINGS_A_DAY = 86_400
const READINGS_AN_HOUR = 3_600
/** A unit is offline for so many readings of each hour. */
const OFFLINE_READINGS = 450

/** A unit that is offline for some minutes of each hour, and sends what it missed after everything else. */
export async function measureOffline(context: BenchContext): Promise<Result> {
  const { portal, watch, sizes, today, compare } = context
  const source = offlineSource(today, sizes.offlineDays)
  await portal.addUnits([source.unit])
  const sent = await watch.during('offline', () => sendHistory(portal.store, source, { comesLate: wasOffline }))
  await portal.settle()
  await checkFirstHour(context, source)
  const yardsticks = await compare(async (yardstick) => {
    if (yardstick.name === VALUE_TABLE) return 'left out'
    return (await sendHistory(yardstick, source, { comesLate: wasOffline })).late
  })
  return {
    work: `late records of ${OFFLINE_READINGS / 60} minutes of each hour of ${sizes.offlineDays} d × 1 Hz × 4 fields`,
    unit: 'records/s',
    target: 400_000,
    against: { yardstick: 'InfluxDB', ratio: 0.5 },
    measured: sent.late,
    yardsticks,
    note: `In bodies of ${formatCount(BODY_RECORDS)} records, ${BODIES_IN_FLIGHT} under way, after all the others.`,
  }
}

function offlineSource(today: number, days: number): SensorSource {
  return {
    unit: 'bench-offline',
    source: 'sensor',
    fields: ALL_FIELDS,
    sensor: { seed: 7, start: today - days * READINGS_A_DAY * 1000 },
    readings: days * READINGS_A_DAY,
  }
}

function wasOffline(_sensor: Sensor, index: number): boolean {
  return index % READINGS_AN_HOUR >= READINGS_AN_HOUR - OFFLINE_READINGS
}

async function checkFirstHour({ portal }: BenchContext, source: SensorSource): Promise<void> {
  const read = await createSeriesReader(portal)
  const whole = wholeOf(source)
  const hour = { ...whole, to: whole.from + READINGS_AN_HOUR * 1000 }
  const { bytes } = await read(hour, MAX_SERIES_WIDTH)
  checkRaw(source, hour, readArrow(bytes, hour.fields))
}
