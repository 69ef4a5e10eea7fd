import type { InfluxResults } from '@fieldwatch/contract/telemetry/influx-door'
import type { z } from 'zod'

const CREATE = /^CREATE\s+(DATABASE|RETENTION\s+POLICY)\s/i
const SHOW = /^SHOW\s+DATABASES$/i

type Results = z.infer<typeof InfluxResults>
type Result = Results['results'][number]

/** Answers the statements that clients of InfluxDB 1 begin with. There are no databases here, so that any name is one. */
export function answerStatements(text: string): Results {
  const statements = text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return { results: statements.map(answer) }
}

function answer(statement: string, place: number): Result {
  const result = { statement_id: place }
  if (CREATE.test(`${statement} `)) return result
  if (SHOW.test(statement)) {
    return { ...result, series: [{ name: 'databases', columns: ['name'], values: [['fieldwatch']] }] }
  }
  return { ...result, error: 'Fieldwatch takes records by this address; read them with its own API.' }
}
