import type { DoorUnderTest } from '@fieldwatch/e2e/doors/door-under-test'
import { type HttpDoor, postingTo } from '@fieldwatch/e2e/doors/http-doors'
import { timeOf } from '@fieldwatch/e2e/doors/numbered-device'

const iso = (number: number): string => new Date(timeOf(number)).toISOString()
const bearer = (token: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` })

const HTTP_DOORS: readonly HttpDoor[] = [
  {
    name: 'The Things Stack',
    rule: 'tries once, 5 s',
    source: 'lorawan',
    field: 'n',
    batch: 1,
    retryMs: undefined,
    write: ({ programToken, devEUI }, [n = 0]) => ({
      path: '/api/v1/doors/things-stack',
      headers: bearer(programToken),
      body: JSON.stringify({
        end_device_ids: { device_id: devEUI, dev_eui: devEUI },
        received_at: iso(n),
        uplink_message: {
          session_key_id: devEUI,
          f_port: 1,
          f_cnt: n,
          frm_payload: Buffer.from(String(n)).toString('base64'),
          decoded_payload: { n },
          received_at: iso(n),
          settings: { time: iso(n) },
        },
      }),
    }),
  },
  {
    name: 'ChirpStack',
    rule: 'tries once, 5 s',
    source: 'lorawan',
    field: 'n',
    batch: 1,
    retryMs: undefined,
    write: ({ programToken, devEUI }, [n = 0]) => ({
      path: '/api/v1/doors/chirpstack?event=up',
      headers: bearer(programToken),
      body: JSON.stringify({
        deduplicationId: `${devEUI}-${n}`,
        time: iso(n),
        deviceInfo: { devEui: devEUI },
        fCnt: n,
        fPort: 1,
        data: Buffer.from(String(n)).toString('base64'),
        object: { n },
      }),
    }),
  },
]

export const DOORS: readonly DoorUnderTest[] = HTTP_DOORS.map(postingTo)
