import { withSettings } from '@fieldwatch/server/extension'
import { port } from '@fieldwatch/server/platform/settings/port-setting'
import { checkAnalysts } from './check-analysts.ts'
import { createSqlDoor } from './sql-door.ts'

/** Analysts read with SQL. */
export const sql = withSettings({
  name: 'sql',
  settings: {
    FIELDWATCH_SQL_PORT: port
      .optional()
      .describe(
        'Port for analysts, such as `5432`: programs sign in with SQL by a token for programs. Without it they cannot.',
      ),
  },
  examine: ({ FIELDWATCH_SQL_PORT: chosen }, connection) =>
    chosen === undefined ? {} : { 'SQL for analysts': () => checkAnalysts(connection) },
  start: (core, stack, { FIELDWATCH_SQL_PORT: chosen }) => {
    if (chosen === undefined) return {}
    const door = createSqlDoor(core, stack)
    return { listeners: [{ door: 'sql', role: 'http', what: 'analysts with SQL', port: chosen, ...door }] }
  },
})
