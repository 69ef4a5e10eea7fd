import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPeers, SILENT_MS } from './peers.ts'

/** Another server that is known from the moment 0 on, after its packet 5. */
function withPeer() {
  const peers = createPeers()
  peers.list(['other'], 0)
  peers.hear('other', 5, { hasEvents: false, at: 0 })
  return peers
}

describe('messages of another server', () => {
  it('may have come after something that was lost, the first time', () => {
    assert.deepEqual(createPeers().hear('other', 5, { hasEvents: true, at: 0 }), {
      missed: true,
      silent: [],
      heard: ['other'],
    })
  })

  it('is whole while one packet follows the other', () => {
    const peers = withPeer()

    assert.equal(peers.hear('other', 6, { hasEvents: true, at: 1 }).missed, false)
    assert.equal(peers.hear('other', 6, { hasEvents: false, at: 2 }).missed, false)
    assert.equal(peers.hear('other', 7, { hasEvents: true, at: 3 }).missed, false)
  })

  it('has a gap when a packet is left out, once', () => {
    const peers = withPeer()

    assert.equal(peers.hear('other', 7, { hasEvents: true, at: 1 }).missed, true)
    assert.equal(peers.hear('other', 8, { hasEvents: true, at: 2 }).missed, false)
  })

  it('has a gap when it says that it has sent more than came', () => {
    const peers = withPeer()

    assert.equal(peers.hear('other', 6, { hasEvents: false, at: 1 }).missed, true)
    assert.equal(peers.hear('other', 6, { hasEvents: false, at: 2 }).missed, false)
  })

  it('may have a gap after a number that was wrong, until the next packet', () => {
    const peers = withPeer()

    assert.equal(peers.hear('other', Number.MAX_SAFE_INTEGER, { hasEvents: false, at: 1 }).missed, true)
    assert.equal(peers.hear('other', 6, { hasEvents: true, at: 2 }).missed, true)
    assert.equal(peers.hear('other', 7, { hasEvents: true, at: 3 }).missed, false)
    assert.equal(peers.hear('other', 9, { hasEvents: true, at: 4 }).missed, true)
  })
})

describe('a silent server', () => {
  it('is named once, and reported repeatedly', () => {
    const peers = withPeer()

    assert.deepEqual(peers.look(SILENT_MS - 1), { missed: false, silent: [], heard: [] })
    assert.deepEqual(peers.look(SILENT_MS), { missed: true, silent: ['other'], heard: [] })
    assert.deepEqual(peers.look(SILENT_MS + 500), { missed: false, silent: [], heard: [] })
    assert.deepEqual(peers.look(SILENT_MS + 1_000), { missed: true, silent: [], heard: [] })
  })

  it('is named when it sends again', () => {
    const peers = withPeer()
    peers.look(SILENT_MS)

    assert.deepEqual(peers.hear('other', 5, { hasEvents: false, at: 2_000 }), {
      missed: false,
      silent: [],
      heard: ['other'],
    })
  })

  it('is waited for when its lease is the first that is known of it', () => {
    const peers = createPeers()
    peers.list(['other'], 0)

    assert.equal(peers.look(SILENT_MS - 1).missed, false)
    assert.deepEqual(peers.look(SILENT_MS).silent, ['other'])
  })

  it('is forgotten after its last possible message, when its lease has expired', () => {
    const peers = withPeer()
    peers.list([], 100)

    assert.equal(peers.look(SILENT_MS).missed, true)
    assert.equal(peers.areThere(), false)
    assert.equal(peers.look(10 * SILENT_MS).missed, false)
  })

  it('is expected again when it sends after its stop was announced', () => {
    const peers = withPeer()
    peers.leave('other')
    peers.hear('other', 6, { hasEvents: false, at: 10 })
    peers.list(['other'], 100)

    assert.deepEqual(peers.look(10 + SILENT_MS).silent, ['other'])
    assert.equal(peers.look(10 + 2 * SILENT_MS).missed, true)
  })

  it('is not waited for when it said that it stops, though a list that is older names it', () => {
    const peers = withPeer()
    peers.leave('other')
    peers.list(['other'], 100)

    assert.deepEqual(peers.look(10 * SILENT_MS), { missed: false, silent: [], heard: [] })
  })
})
