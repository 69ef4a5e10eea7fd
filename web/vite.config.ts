import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressAssets } from './build/compress-assets.ts'

const server = process.env['FIELDWATCH_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react(), compressAssets()],
  server: { proxy: { '/api': server, '/.well-known': server } },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 1500,
    // The app, and the small pages of our own that open in a frame.
    rolldownOptions: { input: ['index.html', 'page_blth_app/index.html'] },
  },
  worker: { format: 'es' },
  test: {
    // On two cores it would leave one idle.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'logic', environment: 'node', include: ['src/**/*.test.ts', 'build/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/set-up.ts'],
          css: false,
          // A query waits up to five seconds, and a test has several.
          testTimeout: 20_000,
        },
      },
    ],
  },
})
