import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, linter, lintKeymap } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { Input } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import classes from './json-editor.module.css'

export interface JsonEditorProps {
  label: string
  description?: string
  value: string
  /** What is wrong with it. */
  error?: string | undefined
  onChange: (text: string) => void
}

/** A field for JSON, which marks what is wrong in it. Tab leaves it, as it leaves any field. */
export function JsonEditor({ label, description, value, error, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const id = useId()
  const [labelId, noteId, errorId] = [`${id}-label`, `${id}-note`, `${id}-error`]
  const described = [description === undefined ? '' : noteId, error === undefined ? '' : errorId].join(' ').trim()
  const hear = useEffectEvent(onChange)
  const first = useEffectEvent(() => ({ value, attributes: attributesOf(labelId, described, error !== undefined) }))

  useEffect(() => {
    const { value: doc, attributes } = first()
    const editor = new EditorView({
      parent: place.current ?? document.body,
      state: EditorState.create({
        doc,
        extensions: [
          EXTENSIONS,
          ATTRIBUTES.of(attributes),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) hear(state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    const editor = view.current
    const shown = editor?.state.doc.toString()
    // Someone else than the keyboard may set it.
    if (shown !== value) editor?.dispatch({ changes: { from: 0, to: shown?.length ?? 0, insert: value } })
  }, [value])

  useEffect(() => {
    const attributes = attributesOf(labelId, described, error !== undefined)
    view.current?.dispatch({ effects: ATTRIBUTES.reconfigure(attributes) })
  }, [labelId, described, error])

  return (
    <div className={classes['field']}>
      <Input.Label id={labelId} labelElement="div">
        {label}
      </Input.Label>
      {description === undefined ? undefined : <Input.Description id={noteId}>{description}</Input.Description>}
      <div ref={place} className={classes['editor']} data-invalid={error !== undefined} />
      {error === undefined ? undefined : (
        <Input.Error id={errorId} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  )
}

const ATTRIBUTES = new Compartment()

function attributesOf(labelId: string, described: string, invalid: boolean): Extension {
  return EditorView.contentAttributes.of({
    'aria-labelledby': labelId,
    'aria-invalid': String(invalid),
    ...(described === '' ? {} : { 'aria-describedby': described }),
  })
}

const EXTENSIONS: Extension = [
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  json(),
  linter(jsonParseLinter()),
  lintGutter(),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
]
