//! The versions of Windows whose rules differ.

use std::fmt;
use std::str::FromStr;

/// A version of Windows. Only rules that differ between versions consult it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "they are names of versions")]
pub enum Profile {
    Xp,
    Vista,
    Windows7,
    Windows8,
    Windows8_1,
    Windows10,
    Windows11,
}

impl Profile {
    /// Every profile, the oldest first.
    pub const ALL: [Self; 7] = [
        Self::Xp,
        Self::Vista,
        Self::Windows7,
        Self::Windows8,
        Self::Windows8_1,
        Self::Windows10,
        Self::Windows11,
    ];

    /// The name that a scenario gives it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Xp => "xp",
            Self::Vista => "vista",
            Self::Windows7 => "7",
            Self::Windows8 => "8",
            Self::Windows8_1 => "8.1",
            Self::Windows10 => "10",
            Self::Windows11 => "11",
        }
    }

    /// Whether there are gets of several packets, and alertable ones.
    #[must_use]
    pub fn has_batches(self) -> bool {
        self >= Self::Vista
    }

    /// Whether an association can be replaced and removed ([`Rule::A13`](crate::Rule::A13)).
    #[must_use]
    pub fn has_replacement(self) -> bool {
        self >= Self::Windows8_1
    }

    /// Whether closing the port ends waits and associations ([`Rule::K01`](crate::Rule::K01)).
    pub(super) fn closing_abandons(self) -> bool {
        self >= Self::Vista
    }

    /// Whether a pending APC comes before a packet for a thread that is not associated
    /// ([`Rule::E09`](crate::Rule::E09)).
    pub(super) fn strangers_run_apcs_first(self) -> bool {
        self >= Self::Windows7
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProfile(pub String);

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|profile| profile.name() == name);
        known.ok_or_else(|| UnknownProfile(name.to_owned()))
    }
}

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Profile::ALL.map(Profile::name).join(", ");
        write!(f, "`{}` is no profile; the profiles are {names}", self.0)
    }
}

impl std::error::Error for UnknownProfile {}
