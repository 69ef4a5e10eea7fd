import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type WebhookNote, writeWebhook } from './webhook-note.ts'

const note: WebhookNote = {
  language: 'en',
  title: 'Triggered: <Too warm> on *Cold store*',
  lines: [{ text: 'Cold store: temp was 9 & rising', url: 'https://fieldwatch.example/dashboard/cold' }],
  isUrgent: true,
  data: { type: 'alerts', alerts: [{ name: '<Too warm>' }] },
}
const delivery = { id: 'one', url: 'https://hooks.example/services/alerts?key=1', createdAt: Date.UTC(2026, 2, 1) }
const bodyOf = (kind: Parameters<typeof writeWebhook>[0], given = note) =>
  JSON.parse(writeWebhook(kind, given, delivery).body)
const many = {
  ...note,
  lines: Array.from({ length: 12 }, (_, index) => ({ text: `Unit ${index}`, url: 'https://x.example' })),
}

describe('what a webhook is sent', () => {
  it('of the kind generic is our JSON, with the same id and time at each try', () => {
    assert.deepEqual(bodyOf('generic'), {
      id: 'one',
      createdUTC: '2026-03-01T00:00:00.000Z',
      title: note.title,
      type: 'alerts',
      alerts: [{ name: '<Too warm>' }],
    })
  })

  it('of the kind slack is a text that names and marks up nothing of its own', () => {
    assert.deepEqual(bodyOf('slack'), {
      text: '*Triggered: &lt;Too warm&gt; on  Cold store *\n• <https://fieldwatch.example/dashboard/cold|Cold store: temp was 9 &amp; rising>',
    })
  })

  it('of the kind teams is an adaptive card with a button', () => {
    const { type, attachments } = bodyOf('teams')

    const [{ contentType, content }] = attachments
    assert.deepEqual(
      [type, contentType, content.type],
      ['message', 'application/vnd.microsoft.card.adaptive', 'AdaptiveCard'],
    )
    assert.deepEqual(
      content.body.map(({ text }: { text: string }) => text),
      ['Triggered:  Too warm  on  Cold store ', 'Cold store: temp was 9 & rising'],
    )
    assert.equal(content.actions[0].url, 'https://fieldwatch.example/dashboard/cold')
  })

  it('of the kind ntfy goes to the root of the server, with the topic in the body', () => {
    const { url } = writeWebhook('ntfy', note, { ...delivery, url: 'https://ntfy.example/pump-room' })

    assert.equal(url, 'https://ntfy.example/')
    assert.deepEqual(
      JSON.parse(writeWebhook('ntfy', note, { ...delivery, url: 'https://ntfy.example/pump-room' }).body),
      {
        topic: 'pump-room',
        title: note.title,
        message: 'Cold store: temp was 9 & rising',
        priority: 4,
        tags: ['rotating_light'],
        click: 'https://fieldwatch.example/dashboard/cold',
      },
    )
  })

  it('in a room is the first of many lines, and how many there are besides', () => {
    assert.match(bodyOf('slack', many).text, /Unit 9>\nand 2 more$/)
    assert.match(bodyOf('ntfy', many).message, /Unit 9\nand 2 more$/)
    assert.equal(bodyOf('teams', many).attachments[0].content.body.length, 12)
    const long = { ...note, lines: [{ text: 'x'.repeat(9_000), url: 'https://x.example' }] }
    assert.equal(bodyOf('ntfy', long).message.length, 3_000)
  })
})
