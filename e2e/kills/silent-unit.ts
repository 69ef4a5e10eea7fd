import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import type { MqttClient } from 'mqtt'
import { call } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import { until } from './persist.ts'

/** A silence lasts for ten seconds, during which the portal may be killed again and again. */
const PATIENCE_MS = 600_000

export interface SilentUnit {
  readonly alertID: AlertId
  /** How many silences there were. */
  readonly silences: () => number
  /** Ends it after the silence that is under way. */
  readonly stop: () => Promise<void>
  /** Ends it after a failure, whatever is under way. */
  readonly abandon: () => void
}

interface Parts {
  readonly portal: Portal
  readonly token: () => Promise<string>
  readonly dataID: string
  readonly alertID: AlertId
  readonly client: MqttClient
}

/** Falls silent until its alert is triggered, sends one record, waits until the alert was OK, and falls silent again. */
export function startSilentUnit({ portal, token, dataID, alertID, client }: Parts): SilentUnit {
  let [silences, stopped, abandoned] = [0, false, false]
  const going = go()
  // Noticed by `stop`; an abandoned unit does not wait for it.
  going.catch(() => undefined)
  return {
    alertID,
    silences: () => silences,
    stop: async () => {
      stopped = true
      await going
      await client.endAsync()
    },
    abandon: () => {
      stopped = true
      abandoned = true
      client.end(true)
    },
  }

  async function go(): Promise<void> {
    while (!stopped) {
      await untilChanged(2 * silences + 1)
      silences += 1
      await client.publishAsync(`units/${dataID}/data/pulse`, '{"beat":1}', { qos: 1 })
      await untilChanged(2 * silences)
    }
  }

  /** By its history: a status may change again before the portal is there to tell it. */
  async function untilChanged(times: number): Promise<void> {
    await until(
      `change ${times} of the silence of ${dataID}`,
      async () => {
        if (abandoned) return times
        const { history } = (await call(portal, listAlertHistory, await asking())).details
        return history.filter(({ happening }) => happening === 'high' || happening === 'ok').length
      },
      (changes) => changes >= times,
      { withinMs: PATIENCE_MS },
    )
  }

  async function asking() {
    return { token: await token(), query: { alertID, limit: 500 } }
  }
}
