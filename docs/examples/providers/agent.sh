#!/bin/sh
# A command provider in shell; needs jq. It repeats what it was told.
#
#   command_providers:
#     - provider_id: echo
#       command: sh agent.sh
#       capabilities: {tasks: [chat]}
read -r request
task=$(printf %s "$request" | jq -r .params.task)
if [ "$task" != chat ]; then
  printf %s "$request" | jq -c '{jsonrpc: "2.0", id, error: {code: -32601, message: ("no task " + .params.task)}}'
  exit 1
fi
# Here a model would be asked: .params.context.message holds all it has to know.
printf %s "$request" | jq -c '{jsonrpc: "2.0", id, result: {output: ("Please " + .params.context.prompt), metadata: {model: "agent.sh"}}}'
