import { Button, Stack, Text, Title } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { use } from 'react'
import { WithinMain } from '#ui/components/within-main.ts'
import { ChunkLoadError } from '#platform/parts/load-chunk.ts'
import classes from './full-view.module.css'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'

const BROKEN = 'Something went wrong on this page. Reloading it usually helps.'
const CHECK = 'Check your connection, then reload the page.'
/** Without a network a reload would leave the portal. */
const WAIT = 'You are offline. The page loads when you are online again.'

/** What stands in place of a page that could not be shown. */
export function ErrorView({ error }: ErrorComponentProps) {
  const withinMain = use(WithinMain)
  const { online } = useNetwork()
  const chunk = error instanceof ChunkLoadError
  // Nothing was entered on a page that did not arrive.
  useWindowEvent('online', () => {
    if (chunk) location.reload()
  })
  return (
    <Stack component={withinMain ? 'div' : 'main'} role="alert" className={classes['view'] ?? ''}>
      <Title order={1} size="h3">
        {chunk ? error.message : 'This page cannot be shown'}
      </Title>
      <Text c="dimmed">{chunk ? `A part of the portal did not arrive. ${online ? CHECK : WAIT}` : BROKEN}</Text>
      <Button disabled={!online} onClick={() => location.reload()}>
        Reload
      </Button>
    </Stack>
  )
}

export function NotFoundView() {
  usePageTitle('There is no such page')
  return (
    <Stack className={classes['view'] ?? ''}>
      <Title order={1} size="h3">
        There is no such page
      </Title>
      <Text c="dimmed">The address may be mistyped, or the page has moved.</Text>
      <ButtonLink to="/dashboard">To the dashboard</ButtonLink>
    </Stack>
  )
}
