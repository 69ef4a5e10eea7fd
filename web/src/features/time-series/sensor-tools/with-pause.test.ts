import { describe, expect, it } from 'vitest'
import { isPaused, withPause } from './with-pause.ts'

describe('pausing the sensor', () => {
  it('adds its marker to the paused collections, once', () => {
    const paused = withPause(['level'], { paused: true })

    expect(paused).toEqual(['level', 'sensor_PAGESensor'])
    expect(withPause(paused, { paused: true })).toEqual(paused)
    expect(isPaused(paused)).toBe(true)
  })

  it('takes the marker away to resume, and leaves the others', () => {
    const running = withPause(['sensor_PAGESensor', 'level'], { paused: false })

    expect(running).toEqual(['level'])
    expect(isPaused(running)).toBe(false)
  })
})
