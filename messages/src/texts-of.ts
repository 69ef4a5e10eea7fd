import type { GetICUArgs } from '@schummar/icu-type-parser'

/** Texts by id, as ICU MessageFormat. */
export type Messages = Readonly<Record<string, string>>

type Variables<Text extends string, List = never> = GetICUArgs<
  Text,
  { ICUArgument: string | number | List; ICUNumberArgument: number; ICUDateArgument: number | Date }
>

/** The tags of a text: `link` of `Open <link>Settings</link>`. */
type Tags<Text extends string> = Text extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never

type Wrappers<Text extends string, Part> = { readonly [Tag in Tags<Text>]: (parts: Part) => Part }

type Arguments<Values> = keyof Values extends never ? [] : [values: Values]

/** Writes the texts of a room in one language. Where lists are written by the rules of the language, `List` is their type. */
export interface Texts<M extends Messages, List = never> {
  /** A text with its variables. One with tags is not a string, and needs `rich`. */
  <Id extends keyof M & string>(
    id: [Tags<M[Id]>] extends [never] ? Id : never,
    ...values: Arguments<Variables<M[Id], List>>
  ): string
}

/** A text with tags, each wrapped by a function of its name. */
export type RichText<M extends Messages, Part> = <Id extends keyof M & string>(
  id: Id,
  values: Variables<M[Id]> & Wrappers<M[Id], Part>,
) => Part
