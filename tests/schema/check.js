// Checks cases against JSON Schemas with ajv, which knows nothing of Muster.
//   node check.js FILE    FILE: a JSON object a line, {"schema":{…},"name":…} before its cases {"name":…,"reads":…,"value":…}
// Prints {"cases":n,"valid":n,"wrong":["…"]}: `reads` says whether our own reading takes the shape, and ajv must agree.
'use strict';
const fs = require('fs');
const Ajv = require('ajv');

const ajv = new Ajv({strictKeywords: true, strictDefaults: true, unknownFormats: [], validateSchema: true});
const checks = new Map();
const answer = {cases: 0, valid: 0, wrong: []};

for (const line of fs.readFileSync(process.argv[2], 'utf8').split('\n')) {
    if (line === '') continue;
    const entry = JSON.parse(line);
    if (entry.schema !== undefined) {
        checks.set(entry.name, ajv.compile(entry.schema));
        continue;
    }
    const check = checks.get(entry.name);
    const valid = check(entry.value);
    answer.cases += 1;
    answer.valid += valid ? 1 : 0;
    if (valid !== entry.reads)
        answer.wrong.push(`${entry.name}: ${valid ? 'valid, but not read' : ajv.errorsText(check.errors) + ', but read'}: ${JSON.stringify(entry.value)}`);
}
console.log(JSON.stringify(answer));
