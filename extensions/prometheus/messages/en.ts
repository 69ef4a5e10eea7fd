export const texts = {
  'prometheus.write.format':
    'Send remote write 1.0: application/x-protobuf with prometheus.WriteRequest, packed by snappy.',
  'prometheus.write.protobuf': 'The body is not a valid protobuf message.',
  'prometheus.write.snappy': 'The body is not valid snappy.',
  'prometheus.write.labels': 'A series has at most {count, number} labels of {size, number} KiB together.',
  'prometheus.write.text': 'A label is not valid UTF-8.',
  'prometheus.write.repeated': 'A label appears twice.',
  'prometheus.write.histogram': 'Native histograms are not supported.',
  'prometheus.write.name': 'The metric has no name.',
  'prometheus.write.samples': 'A body has at most {count, number} samples.',
  'prometheus.query.ends': 'The query is incomplete.',
  'prometheus.query.unexpected': 'The query cannot be read from “{text}” on (position {position, number}).',
  'prometheus.query.deep': 'A query has at most {most, number} expressions inside one another.',
  'prometheus.query.no-selector': '“{text}” is not a selector of series.',
  'prometheus.query.no-match': 'Name the series with match[].',
  'prometheus.query.same-labels':
    'Two series of the result have the same labels. Group by a label that tells them apart: the name of the metric is dropped by calculations.',
  'prometheus.query.subquery': 'Subqueries such as “{text}” (position {position, number}) are not supported.',
  'prometheus.query.at': 'The modifier @ in “{text}” (position {position, number}) is not supported.',
  'prometheus.query.string': 'A text such as {text} (position {position, number}) is not supported as an expression.',
  'prometheus.query.part': '“{text}” (position {position, number}) is not supported.',
  'prometheus.query.number': '“{text}” (position {position, number}) is not a supported number.',
  'prometheus.query.offset': 'In “{text}” (position {position, number}), offset belongs directly behind a selector.',
  'prometheus.query.operator':
    'The operator “{text}” (position {position, number}) is not supported. These are: + - * / % ^',
  'prometheus.query.matching':
    '“{text}” (position {position, number}) is not supported: series are calculated with numbers only.',
  'prometheus.query.two-vectors':
    '“{text}” (position {position, number}) calculates series with series. Series are calculated with numbers only; use a calculated source.',
  'prometheus.query.function':
    'The function “{text}” (position {position, number}) is not supported. These are: avg_over_time, min_over_time, max_over_time, sum_over_time, count_over_time, last_over_time, rate, increase',
  'prometheus.query.aggregation':
    'The aggregation “{text}” (position {position, number}) is not supported. These are: sum, avg, min, max, count',
  'prometheus.query.range-of':
    'In “{text}” (position {position, number}), a range in brackets belongs directly behind a selector.',
  'prometheus.query.range-alone':
    '“{text}” (position {position, number}) is a range. Use a function such as avg_over_time on it.',
  'prometheus.query.range-of-ranges':
    'A query over time gives one value for each step. Use a function such as avg_over_time on a range.',
  'prometheus.query.two-names': '“{text}” (position {position, number}) names the metric twice.',
  'prometheus.query.any-series':
    '“{text}” (position {position, number}) selects everything. At least one matcher must not match an empty value.',
  'prometheus.query.text': 'The text {text} (position {position, number}) is not valid.',
  'prometheus.query.duration':
    '“{text}” (position {position, number}) is not a valid duration. Write it as in 5m or 1h30m.',
  'prometheus.query.argument':
    'In “{text}” (position {position, number}), the function takes one range, as in rate(level[5m]).',
  'prometheus.query.aggregated':
    'In “{text}” (position {position, number}), the aggregation takes one expression with series.',
  'prometheus.query.pattern': '“{pattern}” is not a valid regular expression.',
  'prometheus.query.pattern-large':
    'The regular expression “{pattern}” is too large. Use a list of values, as in a|b|c.',
  'prometheus.query.step': 'The step is a duration of at least one millisecond.',
  'prometheus.query.order': 'The end is before the start.',
  'prometheus.query.steps': 'A range has at most {most, number} steps. Choose a longer step.',
  'prometheus.query.lookback': 'The look-back (lookback_delta) is a duration, as in 30m.',
  'prometheus.query.time': '“{text}” is not a time: use seconds since 1970 or RFC 3339.',
  'prometheus.query.series': 'A query has at most {most, number} series. Add matchers, for example unit="…".',
  'prometheus.query.values': 'An answer has at most {most, number} values. Choose fewer series or a longer step.',
  'prometheus.query.samples':
    'A query reads at most {most, number} values. Choose a shorter range, a shorter window or fewer series.',
  'prometheus.query.window': 'A window has at most {most, number} values of a series. Choose a shorter one.',
  'prometheus.help':
    'In Prometheus or an agent for it, enter this address and token under “remote_write”. A Prometheus that scrapes for several units uses a token with the scope “Send for units”, and names each unit in the label “unit”.',
  'errors.query/invalid': 'This query cannot be read.',
  'errors.query/unsupported': 'This query uses a part of PromQL that is not supported.',
  'errors.query/too-large': 'This query reads too much at once. Choose fewer series, a shorter range or a longer step.',
} as const
