import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { EMPTY_CELL } from '#ui/table/cell-text.ts'
import { compareVersions } from './compare-versions.ts'
import { useIdNames } from './use-id-names.ts'
import type { Comparison } from './use-newer-version.ts'
import classes from './version-comparison.module.css'

interface VersionComparisonProps {
  comparison: Comparison
  /** Goes on from the newer version, with what was entered in these fields. */
  onChosen: (yours: readonly string[]) => void
}

/** What was entered beside the newer version: a person chooses field by field. */
export function VersionComparison({ comparison, onChosen }: VersionComparisonProps) {
  const fields = compareVersions(comparison.versions, useIdNames(comparison))
  const [yours, setYours] = useState<ReadonlySet<string>>(
    new Set(fields.flatMap(({ name, isYours }) => (isYours ? [name] : []))),
  )
  function choose(name: string, whose: string): void {
    const next = new Set(yours)
    if (whose === 'yours') next.add(name)
    else next.delete(name)
    setYours(next)
  }
  return (
    <Stack gap="xs" w="100%">
      {fields.length === 0 ? <Text>Both versions are the same.</Text> : undefined}
      {fields.map(({ name, label, ...values }) => (
        <Radio.Group
          key={name}
          label={label}
          value={yours.has(name) ? 'yours' : 'theirs'}
          onChange={(whose) => choose(name, whose)}
        >
          <div className={classes['pair']}>
            <Radio value="yours" label={`Yours: ${shownText(values.yours)}`} />
            <Radio value="theirs" label={`Theirs: ${shownText(values.theirs)}`} />
          </div>
        </Radio.Group>
      ))}
      <Group gap="xs">
        <Button variant="default" onClick={() => onChosen([...yours])}>
          Use what is selected
        </Button>
        <Button variant="default" onClick={() => onChosen([])}>
          Keep theirs
        </Button>
      </Group>
    </Stack>
  )
}

function shownText(text: string): string {
  return text === '' ? EMPTY_CELL : text
}
