import { FileInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { ANY_IMAGE, imageProblem } from '#image-cropper/image-rules.ts'

interface ImageFieldProps {
  label: string
  value: File | null
  onChange: (file: File | null) => void
}

/** A field of a form for an image file. A file that the portal does not take is refused with the reason. */
export function ImageField({ label, value, onChange }: ImageFieldProps) {
  const [problem, setProblem] = useState<string>()
  return (
    <FileInput
      label={label}
      placeholder="Choose an image"
      accept={ANY_IMAGE.join(',')}
      leftSection={<IconPhoto stroke={1.5} aria-hidden="true" />}
      clearable
      clearButtonProps={{ 'aria-label': `Remove ${label}` }}
      value={value}
      error={problem}
      onChange={(file) => {
        const text = file === null ? undefined : imageProblem(file)
        setProblem(text)
        onChange(text === undefined ? file : null)
      }}
    />
  )
}
