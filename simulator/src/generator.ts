/** A named value as a unit sends it. */
export type Fields = Readonly<Record<string, number | string | boolean>>

export interface SimulatedRecord {
  readonly source: string
  /** `messageUTC`, in epoch milliseconds. */
  readonly at: number
  readonly fields: Fields
}

/** One source of a simulated unit. The same seed and the same stretch of time give the same records, whenever they are asked for. */
export interface SourceGenerator {
  readonly name: string
  /** Seconds between records of a unit in operation. */
  readonly liveSeconds: number
  /** The records from `from` (inclusive) to `to` (exclusive), `stepSeconds` apart; irregular events come whatever the step. */
  recordsBetween(from: number, to: number, stepSeconds: number): Iterable<SimulatedRecord>
}

export interface Position {
  readonly lat: number
  readonly lon: number
}

/** What distinguishes two units of a kind. Units with one seed live at one site: a tank fills while its pump runs. */
export interface UnitSetting {
  readonly seed: number
  readonly position: Position
}

/** What a kind of unit measures. */
export type Kind = (setting: UnitSetting) => readonly SourceGenerator[]

/** A source that is read at every multiple of the step; undefined: there is nothing to send. */
export function periodic(name: string, liveSeconds: number, read: (at: number) => Fields | undefined): SourceGenerator {
  return {
    name,
    liveSeconds,
    *recordsBetween(from, to, stepSeconds) {
      const step = stepSeconds * 1000
      for (let at = Math.ceil(from / step) * step; at < to; at += step) {
        const fields = read(at)
        if (fields !== undefined) yield { source: name, at, fields }
      }
    },
  }
}

/** As the wire has it: the fields with their `messageUTC`. */
export function toMessage(record: SimulatedRecord): Record<string, number | string | boolean> {
  return { messageUTC: new Date(record.at).toISOString(), ...record.fields }
}
