import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Calculation } from '@fieldwatch/contract/calculations/calculations'

/** A calculated source that is filled, but for what the test mentions. */
export function buildCalculation(parts: Partial<Calculation> = {}): Calculation {
  return {
    dataID: 'tank-1' as DataId,
    name: 'mean_flow' as SourceName,
    equation: 'tank.level * 2',
    unit: 'l/s',
    startDate: '2026-06-01T00:00:00.000Z',
    values: [{ source: 'tank' as SourceName, field: 'level' }],
    progress: { done: 10, total: 10, finished: true },
    usedBy: [],
    version: 1,
    ...parts,
  }
}
