import type { Metrics } from '@fieldwatch/server/platform/metrics/metrics'

export type SqlMetrics = ReturnType<typeof createSqlMetrics>

export function createSqlMetrics({ maker: { gauge } }: Pick<Metrics, 'maker'>) {
  return { connections: gauge({ name: 'fieldwatch_sql_connections', help: 'Connections of analysts with SQL' }) }
}
