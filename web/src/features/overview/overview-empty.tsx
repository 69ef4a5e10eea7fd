import { Group, Stack, Text } from '@mantine/core'
import { OwnTemplate } from '#shared/widget-settings/own-template.tsx'
import { AddChart, AddWidget } from '#shared/widget-settings/widget-tools.tsx'
import classes from './overview-page.module.css'

interface OverviewEmptyProps {
  hasTemplate: boolean
}

/** Says what the overview would show, and how to get it. */
export function OverviewEmpty({ hasTemplate }: OverviewEmptyProps) {
  return (
    <Stack className={classes['empty'] ?? ''}>
      <Text fw={600}>Nothing on the overview yet</Text>
      <Text c="dimmed">
        {hasTemplate
          ? 'The template of this unit has no gauges, cards, tables or maps.'
          : 'This unit has no template. A template says which gauges, cards, tables and maps its overview shows. The first widget makes one.'}
      </Text>
      <Group justify="center">
        <AddWidget label="Add Widget" widget="" at="last" />
        <AddChart at="last" />
      </Group>
      <OwnTemplate />
    </Stack>
  )
}
