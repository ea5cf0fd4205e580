#!/bin/sh
# Replaces es-gencert-cli 1.0.2 in tests: like it, refuses an existing output folder with exit code 0.
kind=$1
while [ $# -gt 0 ]; do [ "$1" = -out ] && out=$2; shift; done
if [ -e "$out" ]; then
  echo "output directory: $out already exists. please delete it and try again" >&2
  exit 0
fi
name=ca
[ "$kind" = create-node ] && name=node
mkdir "$out" && echo "certificate" > "$out/$name.crt" && echo "key" > "$out/$name.key" && chmod 444 "$out/$name.crt" && chmod 400 "$out/$name.key"
