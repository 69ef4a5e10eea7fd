import {
  differencesOfTemplates,
  sentenceOfDifference,
  type TemplateDifference,
} from '@fieldwatch/contract/templates/template-difference'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { List, Text } from '@mantine/core'
import { useMemo } from 'react'
import classes from './templates.module.css'

interface TemplateDifferencesProps {
  before: TemplateDefinition
  after: TemplateDefinition
}

/** More than this nobody reads. */
const MOST = 100

/** What is different between two templates, in sentences. */
export function TemplateDifferences({ before, after }: TemplateDifferencesProps) {
  const all = useMemo(() => differencesOfTemplates(before, after), [before, after])
  if (all.length === 0) return <Text c="dimmed">They show the same.</Text>
  return (
    <>
      <List size="sm" spacing="xs" className={classes['differences'] ?? ''}>
        {all.slice(0, MOST).map((one, index) => (
          // Two of one kind may have one title.
          <List.Item key={`${index}-${one.what}`}>
            <Sentence difference={one} />
          </List.Item>
        ))}
      </List>
      {all.length > MOST ? <Text size="sm">And {all.length - MOST} more.</Text> : undefined}
    </>
  )
}

function Sentence({ difference }: { difference: TemplateDifference }) {
  return <span className={classes['words']}>{sentenceOfDifference(difference)}</span>
}
