import { parentPort } from 'node:worker_threads'
import { worldTiles } from './world-tiles.ts'

const tiles = new Uint8Array(worldTiles())
parentPort?.postMessage(tiles, [tiles.buffer])
