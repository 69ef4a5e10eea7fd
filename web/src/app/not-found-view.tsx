import { Stack, Text, Title } from '@mantine/core'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import classes from './full-view.module.css'

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
