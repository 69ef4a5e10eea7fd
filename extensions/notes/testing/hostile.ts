import { MOST_PICTURE_BYTES } from '@fieldwatch/contract/api/files'
import { askJson, outcomeOf } from '@fieldwatch/e2e/hostile/ask'
import { noisyPng } from '@fieldwatch/e2e/hostile/cases/form-cases'
import { diskUse } from '@fieldwatch/e2e/hostile/disk-use'
import { type HostileCase, onlyInBenchmark, type Outcome, type Target } from '@fieldwatch/e2e/hostile/hostile-case'
import { addNote, uploadNotePicture } from '../contract/notes.ts'

/** Not far from the most bytes of a picture. */
const SIDE_PIXELS = 1_280
/** As many as one person may send at once. */
const AT_ONCE = 4
/** More than a person may add within a day. */
const MOST_ROUNDS = 100

/** Pictures of notes beyond what a person may add within a day. */
export function hostileCases(): HostileCase[] {
  return [
    onlyInBenchmark({
      kind: 'pictures of notes',
      name: 'pictures of noise, each in a note, until a person may add no more',
      expected: 'taken',
      endpoint: uploadNotePicture,
      // It takes longer than the test of all kinds has.
      turn: 1,
      send: fillUp,
    }),
  ]
}

async function fillUp(target: Target): Promise<Outcome> {
  const before = await diskUse(target.dataFolder)
  const picture = new File([new Uint8Array(noisyPng(SIDE_PIXELS))], 'noise.png', { type: 'image/png' })
  const add = async (): Promise<Outcome> => {
    const { upload, ...outcome } = await send(target, target.viewer, picture)
    return upload === undefined ? outcome : use(target, upload)
  }
  let refused: Outcome[] = []
  for (let round = 0; round < MOST_ROUNDS && refused.length === 0; round += 1) {
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, add))
    refused = outcomes.filter(({ status }) => status !== 200)
  }
  const codes = [...new Set(refused.map(({ code }) => code))].join()
  if (codes !== 'file/too-many-pictures') throw new Error(`refused with ${codes === '' ? 'nothing' : codes}`)
  const grown = (await diskUse(target.dataFolder)) - before
  if (grown > 1.2 * MOST_PICTURE_BYTES.ofPerson) throw new Error(`the disk grew by ${grown} bytes`)
  return send(target, target.admin, picture)
}

async function send(target: Target, token: string, picture: File): Promise<Outcome & { upload?: string }> {
  const form = new FormData()
  form.append('dataID', target.dataID)
  form.append('file', picture)
  const response = await fetch(`http://${target.host}:${target.httpPort}${uploadNotePicture.path}`, {
    method: uploadNotePicture.method,
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const text = await response.text()
  const outcome = outcomeOf(response.status, text)
  if (!response.ok) return outcome
  return { ...outcome, upload: uploadNotePicture.reply.parse(JSON.parse(text)).details.upload }
}

/** A picture that no note has is one of few that a person may have waiting. */
function use(target: Target, upload: string): Promise<Outcome> {
  const body = { dataID: target.dataID, startUTC: new Date().toISOString(), text: 'Noise', picture: { upload } }
  return askJson(target, { path: addNote.path, as: 'viewer', body: JSON.stringify(body) })
}
