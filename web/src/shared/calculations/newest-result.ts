import { type DataRecord, type LatestRecord } from '@fieldwatch/contract/data'
import { compileEquation } from '@fieldwatch/contract/equation'

/** What an equation gives now, from the newest record of each source; undefined when it gives nothing. */
export function newestResult(equation: string, latest: readonly LatestRecord[]): number | undefined {
  const compiled = compileEquation(equation).equation
  if (compiled === undefined) return undefined
  const records = new Map<string, DataRecord>(latest.map(({ subject, record }) => [subject, record as DataRecord]))
  const values = compiled.variables.map((name) => {
    const [source = '', field = ''] = name.split('.')
    const value = records.get(source)?.[field]
    return typeof value === 'number' ? value : undefined
  })
  return compiled.evaluate(values)
}
