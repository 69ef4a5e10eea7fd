import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { postRequest } from '../transport/http-lane.ts'
import { createLanes } from '../transport/lanes.ts'
import { unitJson } from './portal-store.ts'
import type { RowServerSetup } from './row-server.ts'
import type { Store } from './store.ts'

export const SERVED_ROWS = 'jsonb rows by HTTP'

/** The table of jsonb rows behind a server in a process of its own, which is sent what the portal is sent. */
export async function startServedRows(setup: RowServerSetup): Promise<Store & { close(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'row-server.ts'))
  child.send(setup)
  const [port] = (await once(child, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  const lanes = createLanes(url)
  const tokens = new Map(setup.tokens)
  return {
    name: SERVED_ROWS,
    prepare: (stretches) => {
      const [first] = stretches
      if (first === undefined) throw new Error('a message without records')
      const request = postRequest(`${url}/${first.unit}`, Buffer.from(unitJson(stretches)), {
        authorization: `Bearer ${tokens.get(first.unit)}`,
        'content-type': 'application/json',
      })
      return async () => {
        const { status, body } = await lanes.send(request)
        if (status !== 200) throw new Error(`the server of jsonb rows answered ${status} ${body.toString()}`)
      }
    },
    close: async () => {
      lanes.close()
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
