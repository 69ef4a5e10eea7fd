import { Button, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { use } from 'react'
import { WithinMain } from '#ui/components/within-main.ts'
import { ChunkLoadError } from '#platform/parts/load-chunk.ts'
import classes from './full-view.module.css'

/** What stands in place of a page that could not be shown. */
export function ErrorView({ error }: ErrorComponentProps) {
  const withinMain = use(WithinMain)
  const chunk = error instanceof ChunkLoadError
  return (
    <Stack component={withinMain ? 'div' : 'main'} role="alert" className={classes['view'] ?? ''}>
      <Title order={1} size="h3">
        {chunk ? error.message : 'This page cannot be shown'}
      </Title>
      <Text c="dimmed">
        {chunk
          ? 'A part of the portal did not arrive. Check your connection, then reload the page.'
          : 'Something went wrong on this page. Reloading it usually helps.'}
      </Text>
      <Button onClick={() => location.reload()}>Reload</Button>
    </Stack>
  )
}
