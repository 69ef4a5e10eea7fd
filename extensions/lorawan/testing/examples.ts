import { call } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { createNetworkServer } from '../contract/network-servers.ts'
import { SOME_NETWORK_SERVER } from './some-network-server.ts'

/** Adds what has dialogs, for a walk through all texts. */
export async function fill(portal: Portal, token: string, { name }: { readonly name: string }): Promise<never[]> {
  await call(portal, createNetworkServer, { token, body: { ...SOME_NETWORK_SERVER, name } })
  return []
}
