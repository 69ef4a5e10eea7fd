import { Progress, Stack, Text } from '@mantine/core'
import { t } from './texts.ts'

/** Larger files take seconds to read, and get a progress bar. */
const LONG_FILE_BYTES = 256 * 1024

interface WorkingProps {
  text: string
  /** The size of the file, in bytes. */
  size: number | undefined
}

/** Says that the portal works on a file. */
export function Working({ text, size = 0 }: WorkingProps) {
  return (
    <Stack gap="xs">
      <Text component="output">{size < LONG_FILE_BYTES ? text : t('imports.working.long', { text })}</Text>
      {size < LONG_FILE_BYTES ? undefined : <Progress value={100} striped animated size="sm" aria-label={text} />}
    </Stack>
  )
}
