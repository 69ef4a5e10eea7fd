import type pg from 'pg'
import { withClient } from './with-client.ts'

/** Work that only one server does at a time, each with any number that nothing else locks. */
const LOCKS = { backup: 7_211_904_117, certificate: 7_211_904_118 } as const

/** Runs work unless another server is running it. The lock ends with the connection, however that ends. */
export async function unlessLocked(
  connection: pg.ClientConfig,
  work: keyof typeof LOCKS,
  run: () => Promise<void>,
): Promise<void> {
  await withClient({ ...connection, application_name: 'fieldwatch-lock' }, async (client) => {
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    const lock = 'select pg_try_advisory_xact_lock($1) as free'
    const { rows } = await client.query<{ free: boolean }>(lock, [LOCKS[work]])
    if (rows[0]?.free === true) await run()
  })
}
