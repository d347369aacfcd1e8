# Runs a program under the account and with the settings of emberkin.service (docs/operations.md). As root:
#   . /opt/emberkin/deploy/as-emberkin.sh
#   as_emberkin /usr/bin/node dist/server/doctor.js
as_emberkin() {
  systemd-run --wait --pipe --collect -p DynamicUser=yes -p User=emberkin -p UMask=0077 \
    -p StateDirectory=emberkin -p StateDirectoryMode=0700 -p EnvironmentFile=-/etc/emberkin.env \
    -p WorkingDirectory=/opt/emberkin --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/emberkin "$@"
}
