import { MOST_PICTURE_BYTES, uploadNotePicture } from '@fieldwatch/contract/notes/notes'
import { outcomeOf } from '../ask.ts'
import { diskUse } from '../disk-use.ts'
import type { HostileCase, Outcome, Target } from '../hostile-case.ts'
import { noisyPng } from './form-cases.ts'

const SIDE_PIXELS = 1_200
const AT_ONCE = 8
const ROUNDS = 16

/** Pictures of notes beyond what a person may add within a day: some 500 MB. */
export function pictureCases(): HostileCase[] {
  return [
    {
      kind: 'pictures of notes',
      name: `${AT_ONCE * ROUNDS} pictures of noise`,
      expected: 'taken',
      endpoint: uploadNotePicture,
      // It takes longer than the test of all kinds has.
      turn: 1,
      send: fillUp,
    },
  ]
}

async function fillUp(target: Target): Promise<Outcome> {
  const before = await diskUse(target.dataFolder)
  const outcomes: Outcome[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    outcomes.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => upload(target, target.viewer)))))
  }
  const grown = (await diskUse(target.dataFolder)) - before
  if (grown > 1.2 * MOST_PICTURE_BYTES.ofPerson) throw new Error(`the disk grew by ${grown} bytes`)
  const refused = outcomes.filter(({ status }) => status !== 200)
  const isLimit = refused.every(({ code }) => code === 'note/too-many-pictures' || code === 'request/rate-limited')
  if (!isLimit) throw new Error(`refused with ${[...new Set(refused.map(({ code }) => code))].join()}`)
  return upload(target, target.admin)
}

async function upload(target: Target, token: string): Promise<Outcome> {
  const form = new FormData()
  form.append('dataID', target.dataID)
  form.append('file', new File([new Uint8Array(noisyPng(SIDE_PIXELS))], 'noise.png', { type: 'image/png' }))
  const response = await fetch(`http://${target.host}:${target.httpPort}${uploadNotePicture.path}`, {
    method: uploadNotePicture.method,
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return outcomeOf(response.status, await response.text())
}
