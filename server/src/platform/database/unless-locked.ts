import pg from 'pg'

/** Work that only one server does at a time, each with any number that nothing else locks. */
const LOCKS = { backup: 7_211_904_117, certificate: 7_211_904_118 } as const

/** Runs work unless another server is running it. The lock ends with the connection, however that ends. */
export async function unlessLocked(
  connection: pg.ClientConfig,
  work: keyof typeof LOCKS,
  run: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'fieldwatch-lock' })
  // Callers that wait for the work notice an unavailable database by their own statements.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
      LOCKS[work],
    ])
    if (rows[0]?.free === true) await run()
  } finally {
    await client.end()
  }
}
